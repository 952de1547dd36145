using AzurePerf.Core.Api;
using Spectre.Console;

namespace AzurePerf.Cli.Output;

/// <summary>For a terminal: one live bar over the points of a run, or the tasks of its bags.</summary>
internal sealed class BarProgress(ProgressTask bar) : IRunProgress
{
    public void Show(RunResponse run)
    {
        bar.Description = Markup.Escape(PlainText.Shorten($"{run.Spec.Experiment}: {RunPhase.Describe(run)}", 60));
        var planned = RunPhase.Planned(run);
        bar.IsIndeterminate = planned == 0;
        bar.MaxValue = Math.Max(1, planned);
        bar.Value = RunPhase.Done(run);
    }

    public void ShowSilence(TimeSpan patience) => bar.Description = Markup.Escape(RunPhase.DescribeSilence(patience));
}
