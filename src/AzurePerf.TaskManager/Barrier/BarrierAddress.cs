using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;

namespace AzurePerf.TaskManager.Barrier;

/// <summary>Where workers reach this process.</summary>
internal sealed class BarrierAddress(TaskManagerOptions options, IServiceProvider services)
{
    /// <summary>The configured address, else the one that this process listens on; empty while it listens nowhere.</summary>
    public string Value => options.BarrierAddress.Length > 0 ? options.BarrierAddress : Bound();

    /// <summary>An address of every interface is none that anybody could call: from outside this machine it has to be configured.</summary>
    private string Bound() =>
        services.GetService<IServer>()?.Features.Get<IServerAddressesFeature>()?.Addresses.FirstOrDefault() is { } bound
            ? bound.Replace("//[::]", "//localhost", StringComparison.Ordinal).Replace("//0.0.0.0", "//localhost", StringComparison.Ordinal)
                .Replace("//+", "//localhost", StringComparison.Ordinal)
            : "";
}
