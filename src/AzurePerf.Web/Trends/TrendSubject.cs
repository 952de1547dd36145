using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;

namespace AzurePerf.Web.Trends;

/// <summary>The runs that a trend is drawn over, and what they have in common.</summary>
internal sealed record TrendSubject
{
    /// <summary>Catalogue id.</summary>
    public required string Experiment { get; init; }

    public required string Target { get; init; }

    /// <summary>Of these runs; null where nobody knows it.</summary>
    public required ExperimentDefinition? Definition { get; init; }

    /// <summary>Of the experiment; empty where nobody knows it.</summary>
    public IReadOnlyList<ParameterDefinition> Parameters => Definition?.Parameters ?? [];

    /// <summary>What the runs have in common, for a heading.</summary>
    public required string Title { get; init; }

    /// <summary>Oldest first.</summary>
    public required IReadOnlyList<TrendRun> Runs { get; init; }

    /// <summary>True where older runs were not looked at.</summary>
    public bool IsCut { get; init; }

    /// <summary>What may be missing, as a sentence without its end; empty where all runs were looked at.</summary>
    public string Note => !IsCut ? ""
        : "Older runs may be missing: only the newest "
            + $"{NumberFormat.Count(TrendReader.MostRead)} of the experiment and target were looked at";

    /// <summary>The schedule that started them; null for runs like another one.</summary>
    public Schedule? Schedule { get; init; }

    /// <summary>The run that they are like; empty for those of a schedule.</summary>
    public string RunId { get; init; } = "";

    /// <summary>True where also the seed, and so every random draw, is the same.</summary>
    public bool IsSamePlan { get; init; }

    /// <summary>Configurations that there is a trend of; empty where no run measured anything that counts.</summary>
    public IReadOnlyList<JsonObject> Configurations => field ??= Trend.Configurations(Runs);

    /// <summary>Factors with more than one level.</summary>
    public IReadOnlyCollection<string> Varying => field ??= [.. Configurations
        .SelectMany(levels => levels)
        .GroupBy(level => level.Key)
        .Where(values => values.Select(value => value.Value?.ToJsonString()).Distinct().Count() > 1)
        .Select(values => values.Key)];

    /// <summary>The configuration that a text asks for, in whatever order its levels stand; null when no run measured it.</summary>
    /// <param name="text">Levels as JSON.</param>
    public JsonObject? Find(string text)
    {
        if (!UnicodeCheck.AreIn(Encoding.UTF8.GetBytes(text)))
        {
            return null;
        }

        try
        {
            return JsonNode.Parse(text) is JsonObject levels && Trend.KeyOf(levels) is var key
                ? Configurations.FirstOrDefault(configuration => Trend.KeyOf(configuration) == key)
                : null;
        }
        catch (Exception malformed) when (malformed is JsonException or ArgumentException)
        {
            // Not JSON, or a member that stands twice: no run measured that.
            return null;
        }
    }

    /// <summary>The trend of a configuration; without one that of the newest run's best; null where there is none at all.</summary>
    public Trend? Of(JsonObject? levels) => Configurations.Count == 0
        ? null
        : Trend.Of(Runs,
            levels ?? Runs.Select(run => run.Figures?.Headline?.Levels).LastOrDefault(best => best is not null) ?? Configurations[0]);
}
