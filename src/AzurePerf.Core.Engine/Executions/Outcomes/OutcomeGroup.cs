using System.Text.Json.Serialization;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>How the executions of one experiment, or of all, ended over some time. Succeeded, reused, failed and given back add up to all
/// executions.</summary>
/// <param name="Experiment">The experiment; null for all together.</param>
/// <param name="Executions">All executions, repetitions included.</param>
/// <param name="Tasks">The distinct tasks that they were of, each counted where its first execution ended; null where an older build
/// counted none.</param>
/// <param name="Succeeded">Those with a result of their own.</param>
/// <param name="Reused">Those whose product was there already: no failures.</param>
/// <param name="Failed">Those that ended without a result for a cause that is charged to the task; timeouts are among them.</param>
/// <param name="GivenBack">Those that the engine ended for reasons of its own: preempted, stopped with their gang, cancelled.</param>
/// <param name="TimedOut">Those that were stopped because they were over their limit.</param>
/// <param name="Causes">All that did not succeed, most frequent first.</param>
public sealed record OutcomeGroup(
    string? Experiment,
    long Executions,
    long? Tasks,
    OutcomeShare Succeeded,
    OutcomeShare Reused,
    OutcomeShare Failed,
    OutcomeShare GivenBack,
    OutcomeShare TimedOut,
    IReadOnlyList<CauseShare> Causes)
{
    /// <summary>The class of tasks, which is a stage of the experiment; null for all of its executions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Class { get; init; }

    /// <summary>Executions by workers that inject faults: then the others say little of the environment.</summary>
    public long WithInjectedFaults { get; init; }

    /// <summary>Every way in which executions ended that any did, successes first; of a success the words are those of Table 2, and
    /// executions and tasks are as many.</summary>
    [JsonIgnore]
    public IEnumerable<(string Label, OutcomeShare Share, long? Tasks)> Ends =>
        Causes.Select(cause => (cause.Label, cause.Share, cause.Tasks)).Prepend(("success", Succeeded, (long?)Succeeded.Count))
            .Where(end => end.Item2.Count > 0);

    /// <summary>The group of all executions that ended in some hours.</summary>
    public static OutcomeGroup Of(string? experiment, IReadOnlyCollection<HourlyStatistics> hours)
    {
        var statistics = HourlyStatistics.Sum(hours);
        OutcomeShare Share(long count) => OutcomeShare.Of(count, statistics.Executions);
        OutcomeShare ShareOf(Func<FailurePolicy, bool> belongs) =>
            Share(statistics.Causes.Where(pair => belongs(FailureTaxonomy.PolicyOf(pair.Key))).Sum(pair => pair.Value));
        return new(
            experiment,
            statistics.Executions,
            statistics.Tasks?.All,
            Share(statistics.Successes),
            ShareOf(policy => policy.Class == FailureClass.Reused),
            ShareOf(policy => policy.Charged),
            ShareOf(policy => !policy.Charged && policy.Class != FailureClass.Reused),
            ShareOf(policy => policy.Class == FailureClass.TimedOut),
            [.. statistics.Causes
                .OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key)
                .Select(pair =>
                    new CauseShare(pair.Key, FailureTaxonomy.ClassOf(pair.Key), FailureTaxonomy.Of(pair.Key).Label, Share(pair.Value),
                        statistics.TasksOf(pair.Key)))])
        {
            WithInjectedFaults = hours.Where(hour => hour.TaskClass.HasInjectedFaults).Sum(hour => hour.Statistics.Executions),
        };
    }
}

/// <summary>The executions of a group that ended for one cause.</summary>
/// <param name="Cause">The cause.</param>
/// <param name="Class">Its class.</param>
/// <param name="Label">The words for people.</param>
/// <param name="Share">How many.</param>
/// <param name="Tasks">The distinct tasks that they were of, each counted where the first of its executions ended for this cause; null
/// where an older build counted none.</param>
public sealed record CauseShare(FailureCause Cause, FailureClass Class, string Label, OutcomeShare Share, long? Tasks);
