using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>How the tasks of a stage stand, in words. Tool and portal say the same.</summary>
public static class StageText
{
    /// <summary>Of a stage without tasks.</summary>
    public const string NothingToDo = "nothing to do";

    /// <summary>"about 1,240 of 2,000 tasks done, 16 running", without "about" once the tasks are counted; "nothing to do" of a stage
    /// that was planned with no tasks.</summary>
    public static string Progress(StageResponse stage)
    {
        if (!stage.Planned)
        {
            return stage.Status == StageStatus.Closed ? "never planned" : "not planned yet";
        }

        if (stage.Tasks == 0)
        {
            return NothingToDo;
        }

        string[] parts =
        [
            $"{(stage.About ? "about " : "")}{NumberFormat.Count(stage.Done)} of {NumberFormat.Counted(stage.Tasks, "task")} done",
            .. Part(stage.Running, "running"),
            .. Part(stage.Failed, "failed"),
            .. Part(stage.Missed, "missed"),
            .. Part(stage.Cancelled, "cancelled"),
        ];
        return string.Join(", ", parts);
    }

    /// <summary>"700 wait for a worker, 44 for their turn"; empty when none waits.</summary>
    public static string Waiting(StageResponse stage) =>
        string.Join(", ",
            stage.WaitsFor.Select((wait, index) =>
                $"{NumberFormat.Count(wait.Value)} {(index > 0 ? "" : wait.Value == 1 ? "waits " : "wait ")}for "
                    + $"{Words(wait.Key, wait.Value)}"))
        + (stage.NextDueAt is { } due ? $"; the next point is due at {NumberFormat.Instant(due)}" : "");

    /// <summary>"3 VM execution timeout, 2 worker lost"; empty when none ended without a result.</summary>
    public static string Ends(IReadOnlyDictionary<FailureCause, int> ends) =>
        string.Join(", ",
            ends.OrderByDescending(end => end.Value).ThenBy(end => end.Key)
                .Select(end => $"{NumberFormat.Count(end.Value)} {FailureTaxonomy.Of(end.Key).Label}"));

    /// <summary>
    /// Sentences about what else is known of a stage: how often tasks were retried, why attempts failed, how long
    /// they take and what they cost.
    /// </summary>
    public static IEnumerable<string> Remarks(StageResponse stage)
    {
        if (stage.Ends.Count > 0)
        {
            yield return $"failed attempts: {Ends(stage.Ends)}; {NumberFormat.Count(stage.Repeated)} retried";
        }

        if (stage.MeanSeconds is { } mean)
        {
            yield return $"{NumberFormat.Duration(TimeSpan.FromSeconds(mean))} a task on average";
        }

        if (stage.RequestsPerTask is { } requests)
        {
            yield return $"{NumberFormat.Significant(requests)} requests to the control account per task, those of other runs meanwhile "
                + "included";
        }
    }

    /// <summary>From its opening to its end, or until now; null for a stage that was never open.</summary>
    public static TimeSpan? DurationOf(StageResponse stage, DateTimeOffset now) =>
        stage.OpenedAt is { } opened ? (stage.ClosedAt ?? now) - opened : null;

    private static IEnumerable<string> Part(int count, string word) => count > 0 ? [NumberFormat.Count(count) + " " + word] : [];

    private static string Words(WaitCause cause, int count) => cause switch
    {
        WaitCause.EarlierStage => "an earlier stage",
        WaitCause.Due => count == 1 ? "its time" : "their time",
        WaitCause.Turn => count == 1 ? "its turn" : "their turn",
        WaitCause.Worker => "a worker",
        _ =>
            throw new ArgumentOutOfRangeException(
                nameof(cause), cause, string.Create(CultureInfo.InvariantCulture, $"{(int)cause} is nothing that a task waits for")),
    };
}
