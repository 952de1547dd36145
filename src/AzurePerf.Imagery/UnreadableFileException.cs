namespace AzurePerf.Imagery;

/// <summary>
/// An input file that is damaged, cut short, of another format, or beyond what is read here. The message says in one sentence what is
/// wrong and where; a task that meets it ends as "unable to read input file".
/// </summary>
public sealed class UnreadableFileException : Exception
{
    /// <param name="message">What is wrong, in one sentence.</param>
    public UnreadableFileException(string message)
        : base(message)
    {
    }

    /// <param name="message">What is wrong, in one sentence.</param>
    /// <param name="innerException">What the reader met.</param>
    public UnreadableFileException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
