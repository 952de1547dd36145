using System.Text.RegularExpressions;

namespace AzurePerf.Cli.Output;

/// <summary>Commands in backticks that a sentence advises. They are to work as they stand there, so they get the options by which this
/// command reached its API.</summary>
internal static partial class AdvisedCommand
{
    /// <param name="sentence">With commands, or without any.</param>
    /// <param name="options">Of this command, each after a blank; empty for none.</param>
    public static string Complete(string sentence, string options) =>
        options.Length == 0 ? sentence : Command().Replace(sentence, command => $"`{command.Groups["text"].Value}{options}`");

    /// <summary>All but those that ask no API.</summary>
    [GeneratedRegex(@"`(?<text>azureperf (?!up\b|demo\b|source\b|completion\b|keys create --first)[a-z][^`]*)`")]
    private static partial Regex Command();
}
