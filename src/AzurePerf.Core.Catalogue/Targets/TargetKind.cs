namespace AzurePerf.Core.Targets;

/// <summary>A kind of target as every host knows it; what opens targets of the kind is the workers' business.</summary>
/// <param name="Id">One word of lower-case letters, in settings and answers.</param>
/// <param name="Noun">What a target of the kind is, for people: "a storage account".</param>
public sealed record TargetKind(string Id, string Noun)
{
    /// <summary>Other words that settings of its targets begin with: the schemes of their addresses.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>Name of the one target of a kind that nobody configures; null where the operator names targets.</summary>
    public string? OnlyTarget { get; init; }

    /// <summary>Workers that one point takes, whatever a request says; null where the request chooses.</summary>
    public int? Workers { get; init; }

    /// <summary>The member of a point's workers that answers the others and measures nothing, from 0; null where all measure.</summary>
    public int? AnsweringMember { get; init; }

    /// <summary>True for the word of the kind and for each of its others.</summary>
    public bool IsCalled(string word) => Id == word || Words.Contains(word);

    /// <summary>"a target of the kind account (a storage account)".</summary>
    public string InWords => $"a target of the kind {Id} ({Noun})";
}
