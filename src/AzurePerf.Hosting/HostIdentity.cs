using System.Reflection;

namespace AzurePerf.Hosting;

/// <summary>Which host this process is, and which build: results are only comparable when the build that measured them is known.</summary>
/// <param name="Name">Such as "worker".</param>
/// <param name="BuildId">What was given to the build as BuildId, else version and commit.</param>
public sealed record HostIdentity(string Name, string BuildId)
{
    internal static HostIdentity Of(string name)
    {
        var assembly = Assembly.GetEntryAssembly() ?? typeof(HostIdentity).Assembly;
        var given = assembly.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(metadata => metadata.Key == "BuildId")?.Value;
        return new(name, given ?? assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown");
    }
}
