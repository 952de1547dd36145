namespace AzurePerf.Worker.Stages;

/// <summary>A task that makes no sense to this build or this worker; repeating it cannot help.</summary>
internal sealed class BadTaskException : Exception
{
    public BadTaskException()
    {
    }

    public BadTaskException(string message)
        : base(message)
    {
    }

    public BadTaskException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
