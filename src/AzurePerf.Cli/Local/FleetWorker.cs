namespace AzurePerf.Cli.Local;

/// <summary>A worker process of a pool.</summary>
internal sealed class FleetWorker(LocalPool pool, HostProcess host)
{
    public LocalPool Pool { get; } = pool;

    public HostProcess Host { get; } = host;

    public string Name => Host.Process.Name;

    /// <summary>True once its process has ended by itself. It keeps its place in the pool until its successor starts, so that nobody else fills it.</summary>
    public bool Ended { get; set; }

    /// <summary>True once it was told to end because its pool needs fewer; nobody takes its place.</summary>
    public bool Leaving { get; set; }
}
