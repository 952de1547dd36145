using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Worker.Programs;

/// <summary>What the row of an execution says of a program that failed.</summary>
internal static class ProgramLogText
{
    private const int MostCharacters = 160;
    private const string Rest = "…";

    /// <summary>One sentence, and the end of the log where there is one.</summary>
    /// <param name="sentence">What went wrong.</param>
    /// <param name="result">How the program ended.</param>
    /// <param name="lost">Why the log could not be kept; empty where it was.</param>
    public static string With(string sentence, SandboxResult result, string lost = "")
    {
        var said = lost.Length > 0 ? $"{sentence} {lost}" : sentence;
        return LastOf(result.LogText) is { Length: > 0 } last ? $"{said} Its log ends: {last}" : said;
    }

    /// <summary>The last lines of a log, on one line; the page of the task has all of it.</summary>
    internal static string LastOf(string log)
    {
        var text = "";
        foreach (var line in log.Split('\n').Reverse().Select(line => line.Trim()).Where(line => line.Length > 0))
        {
            var longer = text.Length == 0 ? line : $"{line} / {text}";
            if (longer.Length > MostCharacters)
            {
                return text.Length == 0 ? Rest + EndOf(line) : $"{Rest} / {text}";
            }

            text = longer;
        }

        return text;
    }

    private static string EndOf(string line)
    {
        var end = line[^(MostCharacters - Rest.Length)..];
        return char.IsLowSurrogate(end[0]) ? end[1..] : end;
    }
}
