import Projections

/// The script for fish: `~/.config/fish/completions/replog.fish`.
extension CompletionTable {
  var fish: String {
    func quoted(_ text: String) -> String { quotedWord(text, isFish: true) }
    func lines(_ words: [(word: String, summary: String)]) -> String {
      words.map { " \\\n      " + quoted("\($0.word)|\($0.summary)") }.joined()
    }
    var text =
      "# Completion of replog \(Release.version) in fish; made by 'replog completions fish'.\n\n"
    text += "function __replog_verbs\n  switch \"$argv[1]\"\n"
    for noun in verbs {
      text += "    case \(quoted(noun.noun))\n    string join \\n --\(lines(noun.verbs))\n"
    }
    text += "  end\nend\n\n"
    text += "# The arguments of a command: NAME|VALUES|HELP, VALUES '-' for a flag.\n"
    text += "function __replog_arguments\n  switch \"$argv[1]\"\n"
    for command in commands {
      text += "    case \(quoted(command.name))\n    string join \\n --"
      for argument in command.arguments {
        text += " \\\n      " + quoted(entry(argument, withHelp: true))
      }
      text += "\n"
    }
    text += "    case '*'\n    return 1\n  end\nend\n\n"
    text += "function __replog_first\n  string join \\n --\(lines(first))\nend\n\n"
    text += "set -g __replog_leading \(leading.joined(separator: " "))\n\n"
    return text + Self.fishWalk
  }

  private static let fishWalk = #"""
    # Prints words and their summaries as fish takes them.
    function __replog_describe
      for line in $argv
        set -l parts (string split -m 1 '|' -- $line)
        printf '%s\t%s\n' $parts[1] "$parts[2]"
      end
    end

    # Prints what a value may be: PREFIX KIND NOUN CURRENT, then the options that name log and user.
    function __replog_offer
      set -l prefix $argv[1]
      set -l current $argv[4]
      switch "$argv[2]"
        case 'words:*'
          printf "$prefix%s\n" (string split ' ' -- (string sub -s 7 -- $argv[2]))
        case verbs
          __replog_describe (__replog_verbs $argv[3])
        case files
          printf "$prefix%s\n" (__fish_complete_path "$current")
        case folders
          printf "$prefix%s\n" (__fish_complete_directories "$current")
        case 'live:*'
          set -l values ($argv[5] complete (string sub -s 6 -- $argv[2]) $argv[6..-1] 2> /dev/null)
          test (count $values) -gt 0; and printf "$prefix%s\n" $values
      end
    end

    function __replog_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      set -l n (count $words)
      set -l log
      set -l user
      set -l i 2

      # Options that all commands share may come first.
      while test $i -le $n; and string match -q -- '-?*' $words[$i]
        switch $words[$i]
          case '--log=*'
            set log --log (string replace -r '^[^=]*=' '' -- $words[$i])
          case '--user=*'
            set user --user (string replace -r '^[^=]*=' '' -- $words[$i])
        end
        if contains -- $words[$i] $__replog_leading
          set i (math $i + 1)
          test $i -gt $n; and return
          switch $words[(math $i - 1)]
            case --log
              set log --log $words[$i]
            case --user
              set user --user $words[$i]
          end
        end
        set i (math $i + 1)
      end
      if test $i -gt $n
        __replog_describe (__replog_first) '--help|list all commands' '--version|show the version'
        return
      end
      set -l noun $words[$i]
      set i (math $i + 1)
      test $i -gt $n; and __replog_describe (__replog_verbs $noun)
      set -l arguments
      if test $i -le $n; and set arguments (__replog_arguments "$noun $words[$i]")
        set i (math $i + 1)
      else
        set arguments (__replog_arguments $noun); or return
      end

      set -l places (string match -v -- '-*' $arguments)
      set -l place 1
      set -l kind ''
      set -l option
      while test $i -le $n
        set -l word $words[$i]
        switch $word
          case '--log=*'
            set log --log (string replace -r '^[^=]*=' '' -- $word)
          case '--user=*'
            set user --user (string replace -r '^[^=]*=' '' -- $word)
          case '--*=*'
          case '-*'
            if not string match -qr -- '^-[0-9]' $word
              set kind (string split '|' -- (string match -- "$word|*" $arguments))[2]
              if test -n "$(string match -- "$word|*" $arguments)"; and test "$kind" != -
                set i (math $i + 1)
                if test $i -gt $n
                  set option $word
                  break
                end
                test $word = --log; and set log --log $words[$i]
                test $word = --user; and set user --user $words[$i]
              end
            else
              set place (math $place + 1)
            end
          case '*'
            set noun $word
            set place (math $place + 1)
        end
        set i (math $i + 1)
      end

      if test -n "$option"
        __replog_offer '' "$kind" $noun "$current" $words[1] $log $user
      else if string match -q -- '--*=*' $current
        set -l name (string split -m 1 = -- $current)
        set kind (string split '|' -- (string match -- "$name[1]|*" $arguments))[2]
        __replog_offer "$name[1]=" "$kind" $noun "$name[2]" $words[1] $log $user
      else if string match -q -- '-*' $current
        for entry in $arguments
          set -l parts (string split '|' -- $entry)
          string match -q -- '-*' $parts[1]; and printf '%s\t%s\n' $parts[1] "$parts[3]"
        end
        printf '%s\t%s\n' --help 'show the options and an example'
      else if test (count $places) -gt 0
        if test $place -gt (count $places)
          set place (count $places)
          string match -q -- '\**' $places[$place]; or return
        end
        set -l parts (string split '|' -- $places[$place])
        __replog_offer '' "$parts[2]" $noun "$current" $words[1] $log $user
      end
    end

    complete -c replog -f -a '(__replog_complete)'

    """#
}
