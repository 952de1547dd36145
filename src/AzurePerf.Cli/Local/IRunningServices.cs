namespace AzurePerf.Cli.Local;

/// <summary>Services of this machine; disposing ends all of them.</summary>
internal interface IRunningServices : IAsyncDisposable
{
    /// <summary>Where API and portal are.</summary>
    Uri WebAddress { get; }

    /// <summary>Completes when one of them ends by itself, with a sentence that says which and why.</summary>
    Task<string> Ended { get; }
}
