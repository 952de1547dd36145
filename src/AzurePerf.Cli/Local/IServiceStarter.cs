using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Local;

/// <summary>Starts all services of AzurePerf on this machine.</summary>
internal interface IServiceStarter
{
    /// <summary>Returns when the API is ready; what goes on meanwhile is said in sentences.</summary>
    /// <exception cref="CommandFailure">Something needed is missing or taken; nothing is left running.</exception>
    Task<IRunningServices> StartAsync(ServiceRequest request, Action<string> say, CancellationToken cancellationToken);
}
