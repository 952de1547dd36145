using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>Words by which runs are asked for: one for each state, as in the API, and two for several states at once.</summary>
public static class RunStateWords
{
    public const string Open = "open";
    public const string Ended = "ended";

    private static readonly Dictionary<string, RunStatus> Words = Enum.GetValues<RunStatus>().ToDictionary(status => CamelCase.Of(status));

    /// <summary>Those that stand for one state.</summary>
    public static IReadOnlyList<string> OfOneState { get; } = [.. Words.Keys];

    /// <summary>The states that a word stands for; null for a word that stands for none.</summary>
    public static IReadOnlyList<RunStatus>? Find(string word) => word is Open or Ended
        ? [.. Words.Values.Where(status => status.IsTerminal() == (word == Ended))]
        : Words.TryGetValue(word, out var only) ? [only] : null;
}
