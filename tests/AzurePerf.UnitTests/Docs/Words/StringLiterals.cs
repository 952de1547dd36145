using System.Text;
using System.Text.RegularExpressions;

namespace AzurePerf.UnitTests.Docs.Words;

/// <summary>The string literals of C# code: plain, verbatim, interpolated and raw ones, and those inside of others. Comments have none.</summary>
internal sealed partial class StringLiterals
{
    private readonly string _code;
    private readonly List<string> _found = [];
    private int _at;

    private StringLiterals(string code) => _code = code;

    /// <summary>The literals in the order in which they end. A hole of an interpolated one is written {}.</summary>
    public static IReadOnlyList<string> Of(string code)
    {
        var reader = new StringLiterals(code);
        while (reader._at < code.Length)
        {
            reader.ReadCode();
            reader._at++;
        }

        return reader._found;
    }

    /// <summary>Reads code to the brace that closes a hole, which stays unread, or to the end.</summary>
    private void ReadCode()
    {
        for (var depth = 0; _at < _code.Length;)
        {
            if (Skipped().Match(_code, _at) is { Success: true, Length: > 0 } skipped)
            {
                _at += skipped.Length;
            }
            else if (Opening().Match(_code, _at) is { Success: true } opening)
            {
                ReadLiteral(opening.Groups["marks"].Value, opening.Groups["quotes"].Length);
            }
            else
            {
                depth += _code[_at] switch { '{' => 1, '}' => -1, _ => 0 };
                if (depth < 0)
                {
                    return;
                }

                _at++;
            }
        }
    }

    private void ReadLiteral(string marks, int quotes)
    {
        var isVerbatim = marks.Contains('@');
        var braces = marks.Count(mark => mark == '$');
        _at += marks.Length;
        if (quotes == 2 && !isVerbatim)
        {
            _at += quotes;
            return;
        }

        var isRaw = quotes > 2 && !isVerbatim;
        var closing = new string('"', isRaw ? quotes : 1);
        _at += closing.Length;
        var text = new StringBuilder();
        while (_at < _code.Length)
        {
            if (isVerbatim && Here("\"\""))
            {
                text.Append('"');
                _at += 2;
            }
            else if (Here(closing))
            {
                _at += closing.Length;
                break;
            }
            else if (_code[_at] == '\\' && !isRaw && !isVerbatim)
            {
                text.Append(_code[_at + 1] is 'n' or 'r' or 't' ? ' ' : _code[_at + 1]);
                _at += 2;
            }
            else if (braces > 0 && !isRaw && (Here("{{") || Here("}}")))
            {
                text.Append(_code[_at]);
                _at += 2;
            }
            else if (braces > 0 && Here(new string('{', braces)))
            {
                _at += braces;
                ReadCode();
                _at += braces;
                text.Append("{}");
            }
            else
            {
                text.Append(_code[_at++]);
            }
        }

        _found.Add(text.ToString());
    }

    private bool Here(string mark) => string.CompareOrdinal(_code, _at, mark, 0, mark.Length) == 0;

    /// <summary>A comment, or a character.</summary>
    [GeneratedRegex(@"\G(?://[^\n]*|/\*.*?\*/|'(?:\\[^\n]{1,6}?|[^'\\\n])')", RegexOptions.Singleline)]
    private static partial Regex Skipped();

    [GeneratedRegex("""\G(?<marks>[$@]*)(?<quotes>"+)""")]
    private static partial Regex Opening();
}
