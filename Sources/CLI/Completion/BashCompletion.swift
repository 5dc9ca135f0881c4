import Projections

/// The script for bash, from version 3.2 on; it needs no other script.
extension CompletionTable {
  var bash: String {
    var text =
      "# Completion of replog \(Release.version) in bash; made by 'replog completions bash'.\n\n"
    text += "_replog_verbs() {\n  case $1 in\n"
    for noun in verbs {
      let words = noun.verbs.map(\.word).joined(separator: " ")
      text += "    \(quotedWord(noun.noun))) verbs=\(quotedWord(words)) ;;\n"
    }
    text += "    *) verbs= ;;\n  esac\n}\n\n"
    text += "# The arguments of a command: NAME|VALUES, VALUES '-' for a flag.\n"
    text += "_replog_arguments() {\n  case $1 in\n"
    for command in commands {
      text += "    \(quotedWord(command.name))) arguments=("
      for argument in command.arguments {
        text += "\n      " + quotedWord(entry(argument, withHelp: false))
      }
      text += ") ;;\n"
    }
    text += "    *) return 1 ;;\n  esac\n}\n\n"
    text += "_replog_first=\(quotedWord(first.map(\.word).joined(separator: " ")))\n"
    text += "_replog_leading=\(quotedWord(" " + leading.joined(separator: " ") + " "))\n\n"
    return text + Self.bashWalk
  }

  private static let bashWalk = #"""
    # Splits the line up to the cursor as the shell would, into 'words', and notes an open quote.
    _replog_split() {
      local line=$1 word= char i begun=
      quote=
      for ((i = 0; i < ${#line}; i++)); do
        char=${line:i:1}
        if [[ $quote == "'" ]]; then
          if [[ $char == "'" ]]; then quote=; else word+=$char; fi
        elif [[ $char == \\ ]]; then
          i=$((i + 1)) word+=${line:i:1} begun=1
        elif [[ $quote == '"' ]]; then
          if [[ $char == '"' ]]; then quote=; else word+=$char; fi
        elif [[ $char == "'" || $char == '"' ]]; then
          quote=$char begun=1
        elif [[ $char == ' ' || $char == $'\t' ]]; then
          if [[ $begun ]]; then words+=("$word"); fi
          word= begun=
        else
          word+=$char begun=1
        fi
      done
      words+=("$word")
    }

    # Notes the values that an option or a flag takes in 'kind', and returns whether the command has it.
    _replog_kind() {
      local entry
      for entry in "${arguments[@]}"; do
        if [[ ${entry%%|*} == "$1" ]]; then kind=${entry#*|}; return 0; fi
      done
      return 1
    }

    # Notes what of the word bash does not replace in 'before'.
    _replog_before() {
      before=
      [[ -z $breaks ]] || before=${current%"${current##*[$breaks]}"}
    }

    # Adds a value to the replies, without what stands before the last character that bash breaks words at.
    _replog_reply() {
      local reply=$1
      [[ $reply == "$current"* ]] || return 0
      # Within quotes that the user opened nothing is offered that would end them or be run.
      case $quote in
        "'") [[ $reply == *\'* ]] && return 0 ;;
        '"') [[ $reply == *[\"\$\`\\!]* ]] && return 0 ;;
        *) printf -v reply '%q' "$reply" ;;
      esac
      COMPREPLY+=("$lead${reply#"$before"}")
    }

    _replog_offer() {
      local value
      case $1 in
        words:*) for value in ${1#words:}; do _replog_reply "$value"; done ;;
        verbs) _replog_verbs "$noun"; for value in $verbs; do _replog_reply "$value"; done ;;
        files | folders)
          compopt -o filenames 2> /dev/null
          local action=-f
          [[ $1 == folders ]] && action=-d
          while IFS= read -r value; do
            COMPREPLY+=("$lead${value#"$before"}")
          done < <(compgen $action -- "$current") ;;
        live:*)
          while IFS=$'\t' read -r value _; do _replog_reply "$value"; done < <(
            "${words[0]/#\~\//$HOME/}" complete "${1#live:}" "${log[@]}" "${user[@]}" 2> /dev/null
          ) ;;
      esac
    }

    _replog() {
      COMPREPLY=()
      local quote current before breaks= lead= noun= command= kind= option= verbs= word i n place=0
      local -a words=() arguments=() log=() user=() places=()
      _replog_split "${COMP_LINE:0:COMP_POINT}"
      n=$((${#words[@]} - 1))
      current=${words[n]}
      # Of the characters that bash breaks words at, it keeps '@' as the first of a word.
      [[ $COMP_WORDBREAKS == *=* ]] && breaks+='='
      [[ $COMP_WORDBREAKS == *:* ]] && breaks+=':'
      _replog_before

      # Options that all commands share may come first.
      for ((i = 1; i < n; i++)); do
        word=${words[i]}
        [[ $word == -?* ]] || break
        case $word in
          --log=*) log=(--log "${word#*=}") ;;
          --user=*) user=(--user "${word#*=}") ;;
        esac
        if [[ $_replog_leading == *" $word "* ]]; then
          i=$((i + 1))
          case $word in
            --log) log=(--log "${words[i]}") ;;
            --user) user=(--user "${words[i]}") ;;
          esac
        fi
      done
      if ((i >= n)); then
        ((i == n)) && _replog_offer "words:$_replog_first --help --version"
        return
      fi
      noun=${words[i]}
      _replog_verbs "$noun"
      i=$((i + 1))
      if ((i == n)); then _replog_offer "words:$verbs"; fi
      if ((i < n)) && _replog_arguments "$noun ${words[i]}"; then
        i=$((i + 1))
      else
        _replog_arguments "$noun" || return
      fi

      for word in "${arguments[@]}"; do [[ $word == -* ]] || places+=("$word"); done
      for (( ; i < n; i++)); do
        word=${words[i]}
        case $word in
          --log=*) log=(--log "${word#*=}") ;;
          --user=*) user=(--user "${word#*=}") ;;
          --*=*) ;;
          -[!0-9]*)
            if _replog_kind "$word" && [[ $kind != - ]]; then
              i=$((i + 1))
              if ((i == n)); then option=$word; break; fi
              case $word in
                --log) log=(--log "${words[i]/#\~\//$HOME/}") ;;
                --user) user=(--user "${words[i]}") ;;
              esac
            fi ;;
          *) noun=$word place=$((place + 1)) ;;
        esac
      done

      if [[ $option ]]; then
        _replog_offer "$kind"
      elif [[ $current == --*=* ]]; then
        _replog_kind "${current%%=*}" || return
        # bash breaks words at '=' unless it is told not to.
        [[ $breaks == *=* ]] || lead=${current%%=*}=
        current=${current#*=}
        _replog_before
        _replog_offer "$kind"
      elif [[ $current == -* ]]; then
        for word in "${arguments[@]}" '--help|'; do
          [[ $word == -* ]] && _replog_reply "${word%%|*}"
        done
      elif ((${#places[@]})); then
        if ((place >= ${#places[@]})); then
          place=$((${#places[@]} - 1))
          [[ ${places[place]} == \** ]] || return
        fi
        _replog_offer "${places[place]#*|}"
      fi
    }

    complete -F _replog replog

    """#
}
