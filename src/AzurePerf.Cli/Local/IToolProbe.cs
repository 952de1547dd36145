namespace AzurePerf.Cli.Local;

/// <summary>Finds out which tools this machine has.</summary>
internal interface IToolProbe
{
    /// <summary>What `tool --version` prints first; null when there is no such tool.</summary>
    Task<string?> VersionAsync(string tool, CancellationToken cancellationToken);

    /// <summary>Why no file can be written to the temporary directory; null when one can.</summary>
    string? TemporaryDirectoryFault();
}
