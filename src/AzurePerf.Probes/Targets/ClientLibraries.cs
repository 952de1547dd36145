using System.Reflection;
using Azure.Core;
using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;

namespace AzurePerf.Probes.Targets;

/// <summary>The client libraries that measured requests go through: two versions of them are two things to measure.</summary>
public static class ClientLibraries
{
    private static readonly Type[] Known = [typeof(TokenCredential), typeof(TableClient), typeof(BlobClient), typeof(QueueClient)];

    /// <summary>Names and versions, such as "Azure.Core 1.44.1, Azure.Data.Tables 12.9.1", in alphabetical order.</summary>
    public static string Versions { get; } = string.Join(", ", Known.Select(type => Describe(type.Assembly)).Order(StringComparer.Ordinal));

    internal static string Describe(Assembly assembly)
    {
        var version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion
            ?? assembly.GetName().Version?.ToString() ?? "unknown";

        // What follows the plus sign is the commit, which two builds of one version may differ in.
        return assembly.GetName().Name + " " + version.Split('+')[0];
    }
}
