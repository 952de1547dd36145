using Azure.Identity;
using Azure.ResourceManager;
using AzurePerf.Core.Targets;
using AzurePerf.Hosting.Settings;
using AzurePerf.Storage;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Web.Scaling;

/// <summary>The services behind the limits of pools.</summary>
internal static class ScalingSetup
{
    public static void AddScaling(this WebApplicationBuilder builder)
    {
        builder.AddHostOptions<ScalingOptions>(ScalingOptions.Section);
        builder.Services.AddSingleton<PoolScaleStore>();
        builder.Services.AddSingleton(provider =>
        {
            // Made at the first use only: most installations never ask the resource manager.
            var client = new Lazy<ArmClient>(() => new(
                ControlPlane.CredentialOf(provider.GetRequiredService<StorageAccounts>().Control) ?? new DefaultAzureCredential(), default,
                ContainerAppScale.Options()));
            return new ContainerAppScale(() => client.Value);
        });
        builder.Services.AddSingleton<PoolScaling>();
    }
}
