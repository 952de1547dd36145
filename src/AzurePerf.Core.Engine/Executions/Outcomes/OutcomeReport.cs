using System.Text.Json.Serialization;
using AzurePerf.Core.Experiments.Images;

namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>How executions ended, per day and per experiment, next to what was published of ModisAzure.</summary>
/// <param name="From">First day, UTC.</param>
/// <param name="To">Last day, today as a rule and then not over.</param>
/// <param name="All">All days and experiments together.</param>
/// <param name="Experiments">Each experiment over all days, by name.</param>
/// <param name="Days">Each day, also one without executions, oldest first.</param>
/// <param name="Published">ModisAzure's Table 2 next to <paramref name="All"/>.</param>
/// <param name="PublishedTimedOut">Where the daily share of timed-out executions lay in ModisAzure.</param>
/// <param name="Unreadable">Stored rows that make no sense and are left out, each with what is wrong.</param>
public sealed record OutcomeReport(
    DateOnly From,
    DateOnly To,
    OutcomeGroup All,
    IReadOnlyList<OutcomeGroup> Experiments,
    IReadOnlyList<OutcomeDay> Days,
    IReadOnlyList<PublishedOutcome> Published,
    ShareRange PublishedTimedOut,
    IReadOnlyList<string> Unreadable)
{
    /// <summary>Each class of modis.pipeline over all days, in the order of its stages; empty where none of its tasks was
    /// executed.</summary>
    public IReadOnlyList<OutcomeGroup> Classes { get; init; } = [];

    /// <summary>The executions of each class in ModisAzure's Table 2 next to ours, with their shares of the four classes.</summary>
    public IReadOnlyList<PublishedOutcome> PublishedClasses { get; init; } = [];

    /// <summary>What stopping slow executions cost and saved, for each class that had some stopped or the adaptive rule.</summary>
    public IReadOnlyList<StoppingBalance> Stopping { get; init; } = [];

    /// <summary>Table 2 as it was printed: classes, where any was executed here, then outcomes.</summary>
    [JsonIgnore]
    public IEnumerable<PublishedOutcome> Compared => Classes.Count > 0 ? PublishedClasses.Concat(Published) : Published;

    /// <summary>The report on the days from one to another, both included; hours outside are left out.</summary>
    public static OutcomeReport Assemble(IEnumerable<HourlyStatistics> hours, DateOnly from, DateOnly to, IReadOnlyList<string> unreadable)
    {
        var days = hours.GroupBy(hour => DateOnly.FromDateTime(hour.Hour.UtcDateTime)).Where(day => day.Key >= from && day.Key <= to)
            .ToDictionary(day => day.Key, day => day.ToArray());
        HourlyStatistics[] inside = [.. days.Values.SelectMany(day => day)];
        var classes = ByClass(inside);
        return new(
            from,
            to,
            OutcomeGroup.Of(null, inside),
            ByExperiment(inside),
            [.. Enumerable.Range(0, to.DayNumber - from.DayNumber + 1).Select(offset => DayOf(from.AddDays(offset), days))],
            ModisAzure.Beside(HourlyStatistics.Sum(inside)),
            ModisAzure.DailyTimedOut,
            unreadable)
        {
            Classes = classes,
            PublishedClasses = ModisAzure.Beside(classes),
            Stopping = StoppingBalance.Each(inside),
        };
    }

    private static OutcomeDay DayOf(DateOnly day, Dictionary<DateOnly, HourlyStatistics[]> days)
    {
        var hours = days.GetValueOrDefault(day, []);
        return new(day, OutcomeGroup.Of(null, hours), ByExperiment(hours)) { Classes = ByClass(hours) };
    }

    private static OutcomeGroup[] ByClass(IEnumerable<HourlyStatistics> hours) =>
        [.. hours.Where(hour => hour.TaskClass.Experiment == ImageStages.Experiment && ImageStages.InOrder.Contains(hour.TaskClass.Stage))
            .GroupBy(hour => hour.TaskClass.Stage).OrderBy(group => ImageStages.InOrder.IndexOf(group.Key))
            .Select(group => OutcomeGroup.Of(ImageStages.Experiment, [.. group]) with { Class = group.Key })];

    private static OutcomeGroup[] ByExperiment(IEnumerable<HourlyStatistics> hours) =>
        [.. hours.GroupBy(hour => hour.TaskClass.Experiment).OrderBy(group => group.Key, StringComparer.Ordinal)
            .Select(group => OutcomeGroup.Of(group.Key, [.. group]))];
}

/// <summary>The executions that ended on one day.</summary>
/// <param name="Day">The day, UTC.</param>
/// <param name="All">All experiments together.</param>
/// <param name="Experiments">Each experiment that ended an execution, by name.</param>
public sealed record OutcomeDay(DateOnly Day, OutcomeGroup All, IReadOnlyList<OutcomeGroup> Experiments)
{
    /// <summary>Each class of modis.pipeline that ended an execution, in the order of its stages.</summary>
    public IReadOnlyList<OutcomeGroup> Classes { get; init; } = [];
}
