using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using AzurePerf.Storage.Rights;
using AzurePerf.Testing.Storage;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AzurePerf.UnitTests.Hosting;

/// <summary>A whole host as its program makes it, over a control plane in memory and without what it does by itself: what is left answers requests.</summary>
internal static class HostUnderTest
{
    private const string Account = "DefaultEndpointsProtocol=https;AccountName=control;AccountKey=a2V5";

    /// <typeparam name="TProgram">Any type of the host's assembly.</typeparam>
    public static WebApplicationFactory<TProgram> Of<TProgram>(ControlHost host, InMemoryControlPlane control, params (string Name, string Value)[] settings)
        where TProgram : class =>
        new WebApplicationFactory<TProgram>().WithWebHostBuilder(web =>
        {
            foreach (var (name, value) in settings.Append((StorageAccounts.ControlVariable, Account)).Append((StorageAccounts.TargetVariable, Account.Replace("control", "target", StringComparison.Ordinal))))
            {
                web.UseSetting(name, value);
            }

            // A test that listens must not meet a portal that is open on this machine.
            web.UseSetting(WebHostDefaults.ServerUrlsKey, "http://127.0.0.1:0");
            web.ConfigureLogging(logs => logs.ClearProviders());
            web.ConfigureTestServices(services =>
            {
                services.AddSingleton(CheckedRights.Of(host, control.AsControlPlane()));
                foreach (var own in services.Where(service => service.ServiceType == typeof(IHostedService) && service.ImplementationType?.FullName?.StartsWith("Microsoft.", StringComparison.Ordinal) != true).ToArray())
                {
                    services.Remove(own);
                }
            });
        });
}
