namespace AzurePerf.TestProcess;

internal sealed class OtherOptions
{
    public TimeSpan Pause { get; init; } = TimeSpan.FromSeconds(1);
}
