import Projections

/// A shell with a script in `replog completions`.
enum ShellName: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish

  static var placeholder: String { "SHELL" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text) }

  /// The script, which asks `replog complete` for the candidates.
  var script: String {
    let head =
      "# Completion of replog \(Release.version) in \(rawValue); made by 'replog completions \(rawValue)'.\n"
    return switch self {
    case .bash: head + Self.bashScript
    case .zsh: "#compdef replog\n" + head + Self.zshScript
    case .fish: head + Self.fishScript
    }
  }

  /// The script for bash 3.2 or later; it needs no other script.
  private static let bashScript = #"""
    _replog() {
      local line=${COMP_LINE:0:COMP_POINT} word= char quote= begun= breaks= lead= before= reply i last
      local -a words=() replies=()
      local opened=0 broken=0
      [[ $COMP_WORDBREAKS == *=* ]] && breaks+='='
      [[ $COMP_WORDBREAKS == *:* ]] && breaks+=':'
      # COMP_WORDS has the words cut at '=' and ':', and with their quotes.
      for ((i = 0; i < ${#line}; i++)); do
        char=${line:i:1}
        case $quote$char in
          \'\' | \"\") quote= ;;
          \'?) word+=$char ;;
          \\ | \"\\) i=$((i + 1)) begun=1 word+=${line:i:1} ;;
          \"?) word+=$char ;;
          \' | \") quote=$char begun=1 opened=${#word} ;;
          ' ' | $'\t') [[ -z $begun ]] || words+=("$word"); word= begun= broken=0 ;;
          [$breaks]) word+=$char begun=1 broken=${#word} ;;
          *) word+=$char begun=1 ;;
        esac
      done
      COMPREPLY=()
      while IFS= read -r reply; do replies+=("$reply"); done < <(
        "${words[0]/#\~\//$HOME/}" complete -- "${words[@]:1}" "$word" 2> /dev/null
      )
      last=$((${#replies[@]} - 1))
      ((last >= 0)) || return
      # bash replaces only the part of a word after an open quote, otherwise after the last unquoted break.
      before=${word:0:broken}
      [[ -z $quote ]] || before=${word:0:opened}
      if [[ ${replies[last]} == :f* ]]; then
        compopt -o filenames 2> /dev/null
        [[ $word == --*=* ]] && lead=${word%%=*}=
        [[ ${replies[last]} == :files ]] && i=-f || i=-d
        while IFS= read -r reply; do
          reply=$lead$reply
          COMPREPLY+=("${reply#"$before"}")
        done < <(compgen "$i" -- "${word#"$lead"}")
        return
      fi
      for ((i = 0; i < last; i++)); do
        reply=${replies[i]%%$'\t'*}
        [[ $reply == "$word"* ]] || continue
        reply=${reply#"$before"}
        # Within quotes that the user opened, nothing is offered that would end them or be run.
        case $quote in
          \') [[ $reply == *\'* ]] && continue ;;
          \") [[ $reply == *[\"\$\`\\!]* ]] && continue ;;
          *) [[ -z $reply ]] || printf -v reply %q "$reply" ;;
        esac
        COMPREPLY+=("$reply")
      done
    }

    complete -F _replog replog

    """#

  /// The script for zsh: a file `_replog` in a folder of `$fpath`, or sourced after `compinit`.
  private static let zshScript = #"""

    _replog() {
      local -a replies values
      local reply
      replies=("${(@f)$(
        ${(Q)words[1]/#\~\//$HOME/} complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2> /dev/null
      )}")
      [[ $PREFIX == --*=* ]] && compset -P 1 '*=' && replies=("${(@)replies#--*=}")
      case $replies[-1] in
        :files) _files; return ;;
        :folders) _files -/; return ;;
      esac
      for reply in "${(@)replies[1,-2]}"; do
        # A colon ends a value, unless it is escaped.
        values+=("${${reply%%$'\t'*}//:/\\:}${${(M)reply%$'\t'*}/#$'\t'/:}")
      done
      (( $#values )) && _describe -V -t values value values
    }

    if [[ $funcstack[1] == _replog ]]; then _replog "$@"; else compdef _replog replog; fi

    """#

  /// The script for fish: `~/.config/fish/completions/replog.fish`.
  private static let fishScript = #"""

    function __replog_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
      set -l replies ($program complete -- $words[2..-1] "$current" 2> /dev/null)
      set -l lead (string match -r -- '^--[^=]*=' "$current"; or echo)
      set -l value (string replace -- "$lead" '' "$current")
      set -q replies[1]; or return
      switch $replies[-1]
        case :files
          printf '%s\n' $lead(__fish_complete_path "$value")
        case :folders
          printf '%s\n' $lead(__fish_complete_directories "$value")
        case '*'
          set -q replies[2]; and printf '%s\n' $replies[1..-2]
      end
    end

    complete -c replog -k -f -a '(__replog_complete)'

    """#
}
