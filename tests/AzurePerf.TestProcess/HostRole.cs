using AzurePerf.Hosting;
using AzurePerf.Hosting.Settings;

namespace AzurePerf.TestProcess;

/// <summary>A host with one group of settings and nothing to do.</summary>
internal static class HostRole
{
    public static Task<int> RunAsync(string[] args) => AzurePerfHost.RunAsync(
        "dummy",
        args,
        builder =>
        {
            builder.AddHostOptions<DummyOptions>("Dummy");
            builder.AddHostOptions<OtherOptions>("Other");
        },
        _ => { });
}
