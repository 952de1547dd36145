namespace AzurePerf.ProcessTests;

/// <summary>Reports on the calling thread, so that a test sees all that was said.</summary>
internal sealed class ImmediateProgress(Action<string> say) : IProgress<string>
{
    public void Report(string value) => say(value);
}
