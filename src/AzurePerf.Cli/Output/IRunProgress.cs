using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Output;

/// <summary>Shows people how far a run is.</summary>
internal interface IRunProgress
{
    void Show(RunResponse run);

    /// <summary>Says that nothing is known of the run at the moment.</summary>
    /// <param name="why">The reason, and when it is asked for again.</param>
    void ShowSilence(string why);
}
