using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Output;

/// <summary>For a pipe: one line when a run enters another phase, none in between.</summary>
internal sealed class LineProgress(TextWriter output) : IRunProgress
{
    private string _last = "";

    public void Show(RunResponse run) => Write($"{run.Spec.Experiment} {run.Id}: {RunPhase.DescribeCoarsely(run)}");

    public void ShowSilence(string why) => Write(why);

    private void Write(string text)
    {
        var line = PlainText.OneLine(text);
        if (line != _last)
        {
            output.WriteLine(line);
            _last = line;
        }
    }
}
