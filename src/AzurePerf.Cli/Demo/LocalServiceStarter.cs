namespace AzurePerf.Cli.Demo;

internal sealed class LocalServiceStarter : IServiceStarter
{
    public Task<IRunningServices> StartAsync(ServiceRequest request, Action<string> say, CancellationToken cancellationToken) =>
        throw new NotSupportedException();
}
