namespace AzurePerf.Hosting.Lifetime;

/// <summary>Tells what a process cannot go on after from what only one piece of its work has met.</summary>
public static class ProcessFault
{
    /// <summary>True when the process itself is told to end or has no memory left; anything else ends only the run, the task or the duty
    /// that met it.</summary>
    /// <param name="exception">What was thrown.</param>
    /// <param name="stopping">Cancelled when the process is told to end.</param>
    public static bool Is(Exception exception, CancellationToken stopping) =>
        exception is OutOfMemoryException || (exception is OperationCanceledException && stopping.IsCancellationRequested);
}
