using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Runs;

/// <summary>How far a run is, for the first page.</summary>
/// <param name="Run">Its header.</param>
/// <param name="Finished">Tasks that ended, of its stage that is open; 0 before any is.</param>
/// <param name="Total">Tasks of that stage.</param>
/// <param name="Words">"measure: 3 of 8 points" or what it waits for.</param>
/// <param name="Left">About how long it still takes; null while nobody can tell.</param>
internal sealed record RunInProgress(RunState Run, int Finished, int Total, string Words, TimeSpan? Left)
{
    public static RunInProgress Of(RunState run, IReadOnlyList<StageState> stages, DateTimeOffset now)
    {
        if (run.Wait is { } wait)
        {
            return new(run, 0, 0, WaitText.WithEnd(wait, run.Reason), null);
        }

        if (run.Reason.Length > 0)
        {
            return new(run, 0, 0, run.Reason, null);
        }

        if (stages.FirstOrDefault(stage => !stage.Closed) is not { } open)
        {
            return new(run, 0, 0, stages.Count == 0 ? "waits to be planned" : "is about to end", null);
        }

        var words = open.Kind == StageKind.Measure
            ? $"{NumberFormat.Count(open.Finished / run.Spec.Workers)} of {NumberFormat.Counted(run.Points, "point")}"
            : open.Total > 0 ? $"{open.Name}: {NumberFormat.Count(open.Finished)} of {NumberFormat.Counted(open.Total, "task")}"
            : $"{open.Name}: {(open.IsPlanned ? StageText.NothingToDo : "not planned yet")}";
        return new(run, open.Finished, open.Total, words, RunPace.LeftOf(run, open, now));
    }
}
