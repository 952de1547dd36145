using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Output;

/// <summary>Shows people how far a run is.</summary>
internal interface IRunProgress
{
    void Show(RunResponse run);
}
