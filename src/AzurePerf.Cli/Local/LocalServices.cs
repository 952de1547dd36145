namespace AzurePerf.Cli.Local;

/// <summary>The processes of a <see cref="LocalCluster"/>.</summary>
internal sealed class LocalServices(LocalCluster cluster) : IRunningServices
{
    public Uri WebAddress => cluster.WebAddress;

    public Task<string> Ended { get; } = DescribeAsync(cluster.ChildEnded);

    public ValueTask DisposeAsync() => cluster.DisposeAsync();

    private static async Task<string> DescribeAsync(Task<ChildExit> exit) => (await exit).ToString();
}
