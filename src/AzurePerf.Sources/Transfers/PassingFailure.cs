namespace AzurePerf.Sources.Transfers;

/// <summary>A failure that another attempt may mend. It never leaves an adapter.</summary>
/// <param name="cause">What the failure counts as when it stays.</param>
/// <param name="reason">What happened, as the end of a sentence and without a secret.</param>
/// <param name="retryAfter">How long the archive asks to wait; null when it does not.</param>
/// <param name="innerException">What the network met; null for an answer of the archive.</param>
internal sealed class PassingFailure(
    SourceCause cause, string reason, TimeSpan? retryAfter = null, Exception? innerException = null)
    : Exception(reason, innerException)
{
    public SourceCause Cause => cause;

    public TimeSpan? RetryAfter => retryAfter;
}
