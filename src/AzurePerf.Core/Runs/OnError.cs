namespace AzurePerf.Core.Runs;

/// <summary>What a run does after a point that failed for good.</summary>
public enum OnError
{
    /// <summary>Go on with the next point; the failed one stays in the results as failed.</summary>
    Continue,

    /// <summary>Clean up and end the run as failed.</summary>
    Stop,
}
