using System.Text.Json.Serialization;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>One of two compared runs.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Name">The user's words for it; may be empty.</param>
/// <param name="Scale">paper, reduced, quick or custom.</param>
/// <param name="Target">The measured account's name.</param>
/// <param name="Repetitions">How often each configuration was to be measured.</param>
/// <param name="SubmittedAt">When it was asked for.</param>
public sealed record ComparedRunResponse(string Id, string Name, string Scale, string Target, int Repetitions, DateTimeOffset SubmittedAt)
{
    /// <summary>Who asked for it.</summary>
    public string Owner { get; init; } = "";

    /// <summary>Words to find it by, with their values; empty without any.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>();

    /// <summary>What its criteria came to; null for a run without criteria.</summary>
    public CriteriaVerdict? Criteria { get; init; }

    /// <summary>Its name for people: the name, or the id where it has none.</summary>
    [JsonIgnore]
    public string Title => Name.Length > 0 ? Name : Id;

    /// <summary>Of a stored run.</summary>
    public static ComparedRunResponse Of(RunState run)
    {
        ArgumentNullException.ThrowIfNull(run);
        var spec = run.Spec;
        return new(run.RunId, spec.Name, spec.Scale, spec.Target, spec.Repetitions, run.SubmittedAt)
        {
            Owner = run.Owner,
            Tags = run.Tags,
            Criteria = run.Criteria,
        };
    }
}
