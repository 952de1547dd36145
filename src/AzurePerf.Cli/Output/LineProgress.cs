using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Output;

/// <summary>For a pipe: one line when a run enters another phase, none in between.</summary>
internal sealed class LineProgress(TextWriter output) : IRunProgress
{
    private string _last = "";

    public void Show(RunResponse run)
    {
        var line = PlainText.OneLine($"{run.Spec.Experiment} {run.Id}: {RunPhase.DescribeCoarsely(run)}");
        if (line != _last)
        {
            output.WriteLine(line);
            _last = line;
        }
    }
}
