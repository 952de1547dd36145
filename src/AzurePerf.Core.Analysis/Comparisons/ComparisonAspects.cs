namespace AzurePerf.Core.Comparisons;

/// <summary>The words by which a user says what may differ, because the comparison is about it.</summary>
public static class ComparisonAspects
{
    private static readonly OrderedDictionary<string, ComparisonObstacle> ByWord = new(StringComparer.Ordinal)
    {
        ["sdk"] = ComparisonObstacle.OtherSdk,
        ["build"] = ComparisonObstacle.OtherBuild,
        ["size"] = ComparisonObstacle.OtherSize,
        ["region"] = ComparisonObstacle.OtherRegion,
        ["scale"] = ComparisonObstacle.OtherScale,
        ["parameters"] = ComparisonObstacle.OtherParameters,
        ["path"] = ComparisonObstacle.OtherPath,
        ["failures"] = ComparisonObstacle.OtherFailureShare,
        ["drift"] = ComparisonObstacle.RepetitionsDrift,
    };

    /// <summary>All words.</summary>
    public static IReadOnlyList<string> Words { get; } = [.. ByWord.Keys];

    /// <summary>The word that allows a setting to differ; null for what is no setting: it came about while measuring.</summary>
    public static string? SettingOf(ComparisonObstacle obstacle) =>
        obstacle is ComparisonObstacle.OtherFailureShare or ComparisonObstacle.RepetitionsDrift
            ? null
            : ByWord.FirstOrDefault(aspect => aspect.Value == obstacle).Key;

    /// <summary>What a list such as "sdk,build" allows to differ; null when a word in it is none of <see cref="Words"/>.</summary>
    public static IReadOnlySet<ComparisonObstacle>? Read(string list)
    {
        var words = list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        return words.All(ByWord.ContainsKey) ? words.Select(word => ByWord[word]).ToHashSet() : null;
    }
}
