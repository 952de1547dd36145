using AzurePerf.Core.Executions;
using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.Storage.Executions;

/// <summary>How long tasks like those of a run took of late, for estimates.</summary>
public sealed class StageMeans(ExecutionStatisticsStore statistics, TimeProvider time)
{
    private static readonly TimeSpan Recent = TimeSpan.FromDays(7);

    /// <summary>Mean seconds of a task by name of its stage: with the levels of that stage, or else of any; none for a stage of which no
    /// task was seen.</summary>
    public async Task<IReadOnlyDictionary<string, double>> OfAsync(
        string experiment, IReadOnlyList<StagePlan> stages, CancellationToken cancellationToken)
    {
        var today = DateOnly.FromDateTime(time.GetUtcNow().UtcDateTime);
        var levels = stages.ToDictionary(
            stage => stage.Name, stage => TaskClass.For(experiment, stage.Name, stage.Levels ?? []).Levels);
        var stored = await statistics.ReadDaysAsync(today.AddDays(-Recent.Days), today, cancellationToken);
        return stored.Hours.Where(hour => hour.TaskClass.Experiment == experiment && !hour.TaskClass.HasInjectedFaults)
            .GroupBy(hour => hour.TaskClass.Stage)
            .Select(stage => (
                stage.Key,
                Mean: MeanOf(stage.Where(hour => hour.TaskClass.Levels == levels.GetValueOrDefault(stage.Key))) ?? MeanOf(stage)))
            .Where(stage => stage.Mean is not null)
            .ToDictionary(stage => stage.Key, stage => stage.Mean!.Value.TotalSeconds);

        static TimeSpan? MeanOf(IEnumerable<HourlyStatistics> hours) => HourlyStatistics.Sum(hours).Mean;
    }
}
