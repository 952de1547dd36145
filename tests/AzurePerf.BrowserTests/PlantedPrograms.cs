using System.IO.Compression;
using AzurePerf.Core.Programs;
using AzurePerf.Storage.Programs;
using AzurePerf.Testing.Storage;

namespace AzurePerf.BrowserTests;

/// <summary>Two programs of users, one of them revoked.</summary>
internal static class PlantedPrograms
{
    public static async Task PlantAsync(InMemoryControlPlane control, CancellationToken cancellationToken)
    {
        var store = new ProgramStore(control.Programs, control.Rows, TimeProvider.System);
        await AddAsync(store, "ndvi", "ann@example.com", cancellationToken);
        var old = await AddAsync(store, "snow-cover", "ci", cancellationToken);
        await store.RevokeAsync(old, "ann@example.com", cancellationToken);
    }

    private static async Task<string> AddAsync(ProgramStore store, string name, string who, CancellationToken cancellationToken)
    {
        using var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            Write(archive, "reduce.json", $$"""{ "name": "{{name}}", "run": "run.sh", "inputs": "flat", "outputs": ["{{name}}.csv", "{{name}}.png"] }""");
            Write(archive, "run.sh", "#!/bin/sh\n");
        }

        var package = ProgramPackage.Check(zip).Package!;
        await store.AddAsync(package, zip, who, cancellationToken);
        return package.Hash;
    }

    private static void Write(ZipArchive archive, string name, string content)
    {
        using var writer = new StreamWriter(archive.CreateEntry(name).Open());
        writer.Write(content);
    }
}
