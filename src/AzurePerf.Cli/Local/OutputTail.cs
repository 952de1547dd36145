using System.Text.RegularExpressions;

namespace AzurePerf.Cli.Local;

/// <summary>The last lines a process printed: enough to say why it ended, bounded however much it prints.</summary>
internal sealed partial class OutputTail
{
    public const int LineLimit = 200;

    private readonly Queue<string> _lines = new(LineLimit);
    private readonly Lock _sync = new();

    public void Add(string line)
    {
        lock (_sync)
        {
            if (_lines.Count == LineLimit)
            {
                _lines.Dequeue();
            }

            _lines.Enqueue(line);
        }
    }

    public IReadOnlyList<string> Lines()
    {
        lock (_sync)
        {
            return [.. _lines];
        }
    }

    /// <summary>
    /// The line that tells most: the last fatal event of a host, else why a worker said that it leaves, else the last error event, with the
    /// indented lines that belong to it; npm's first error that is a sentence; else the exception that ended Node.js; else the last line
    /// that is not a stack frame.
    /// </summary>
    public string EssentialLine()
    {
        var lines = Lines().Where(line => line.Trim().Length > 0).ToList();
        var telling = lines.FindLastIndex(line => line.Contains(" FTL] ", StringComparison.Ordinal));
        telling = telling >= 0 ? telling : lines.FindIndex(line => line.Contains(": This worker leaves: ", StringComparison.Ordinal));
        telling = telling >= 0 ? telling : lines.FindLastIndex(line => line.Contains(" ERR] ", StringComparison.Ordinal));
        if (telling >= 0)
        {
            var details = lines.Skip(telling + 1).TakeWhile(line => line.StartsWith("  ", StringComparison.Ordinal) && !IsStackFrame(line));
            return string.Join(' ', details.Select(line => line.Trim() + ";").Prepend(EventText(lines[telling]))).TrimEnd(';');
        }

        return lines.Find(IsNpmError)
            ?? NodeException(lines)
            ?? EventText(lines.FindLast(line => !IsStackFrame(line)) ?? "").Trim();
    }

    /// <summary>Whether a line is a sentence in which npm says what it failed at.</summary>
    public static bool IsNpmError(string line) => NpmSentence().IsMatch(line);

    /// <summary>Below an exception that ends it Node.js prints the stack, properties and, last, its version.</summary>
    private static string? NodeException(List<string> lines) =>
        lines.Exists(line => NodeVersion().IsMatch(line)) ? lines.FindLast(line => NodeError().IsMatch(line)) : null;

    private static bool IsStackFrame(string line) => line.TrimStart().StartsWith("at ", StringComparison.Ordinal);

    /// <summary>"[2026-01-01 12:00:00.000 FTL] Some.Category: text" without time, level and category; any other line as it is.</summary>
    private static string EventText(string line)
    {
        if (!line.StartsWith('[') || line.IndexOf("] ", StringComparison.Ordinal) != "[2026-01-01 12:00:00.000 FTL".Length)
        {
            return line;
        }

        var category = line.IndexOf("] ", StringComparison.Ordinal) + 2;
        var text = line.IndexOf(": ", category, StringComparison.Ordinal);
        return text < 0 ? line[category..] : line[(text + 2)..];
    }

    /// <summary>Before it npm prints single facts; npm 9 begins lines in another way than later ones.</summary>
    [GeneratedRegex("^npm (?:error|ERR!) +(?!(?:code|syscall|errno|path|dest|file) )[^ ]")]
    private static partial Regex NpmSentence();

    [GeneratedRegex(@"^Node\.js v\d")]
    private static partial Regex NodeVersion();

    [GeneratedRegex(@"^\[?\w*(?:Error|Rejection)\b")]
    private static partial Regex NodeError();
}
