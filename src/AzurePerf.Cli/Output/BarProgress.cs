using AzurePerf.Core.Api;
using Spectre.Console;

namespace AzurePerf.Cli.Output;

/// <summary>For a terminal: one live bar over the points of a run.</summary>
internal sealed class BarProgress(ProgressTask bar) : IRunProgress
{
    public void Show(RunResponse run)
    {
        bar.Description = Markup.Escape(PlainText.Shorten($"{run.Spec.Experiment}: {RunPhase.Describe(run)}", 60));
        bar.IsIndeterminate = run.Points == 0;
        bar.MaxValue = Math.Max(1, run.Points);
        bar.Value = RunPhase.PointsDone(run);
    }
}
