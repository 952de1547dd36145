using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Output;

/// <summary>Shows nothing.</summary>
internal sealed class NoProgress : IRunProgress
{
    public void Show(RunResponse run)
    {
    }

    public void ShowSilence(TimeSpan patience)
    {
    }
}
