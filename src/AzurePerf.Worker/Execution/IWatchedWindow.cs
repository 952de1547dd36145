using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>The measured window of one execution, as the generator's watch sees it.</summary>
internal interface IWatchedWindow : IDisposable
{
    /// <summary>Called once, when all clients are warm and wait: the place for what takes its time.</summary>
    void Calibrate();

    /// <summary>Called once, before the clients wait for the instant at which they start: collects and finalises what set-up and warm-up
    /// left behind, so that it is not done in the middle of the measurement.</summary>
    void Collect();

    /// <summary>Called once, just before the clients are let go.</summary>
    void Open();

    /// <summary>Called once, when the last client has ended; says what happened since <see cref="Open"/>.</summary>
    MeasurementEnvironment Close();
}
