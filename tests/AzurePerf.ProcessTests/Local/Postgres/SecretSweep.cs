using System.Diagnostics;
using System.Text;
using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.ProcessTests.Faults;

namespace AzurePerf.ProcessTests.Local.Postgres;

/// <summary>Everything that an installation shows or keeps, as text: where a secret could have got to.</summary>
internal static class SecretSweep
{
    private static readonly string[] Exports = ["csv", "parquet", "jsonl", "json", "hlog", "samples", "junit", "html", "md"];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>The arguments of all processes of this machine.</summary>
    public static IEnumerable<string> Arguments() => Process.GetProcesses().Select(process =>
    {
        using (process)
        {
            try
            {
                return File.ReadAllText($"/proc/{process.Id}/cmdline");
            }
            catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
            {
                return "";
            }
        }
    });

    /// <summary>What all processes of the installation have logged.</summary>
    public static IEnumerable<(string Place, string Text)> Logs(Installation installation) =>
        Directory.GetFiles(installation.Logs).Select(file =>
        {
            using var log = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            using var reader = new StreamReader(log);
            return (file, reader.ReadToEnd());
        });

    /// <summary>All rows, blobs and messages of the control account; bytes as Latin-1, which keeps every ASCII text.</summary>
    public static async Task<IReadOnlyList<(string Place, string Text)>> StoredAsync(Installation installation)
    {
        var found = new List<(string Place, string Text)>();
        await foreach (var table in new TableServiceClient(installation.Account).QueryAsync(cancellationToken: Cancelled))
        {
            await foreach (var row in new TableClient(installation.Account, table.Name).QueryAsync<TableEntity>(cancellationToken: Cancelled))
            {
                found.Add(($"table {table.Name}", string.Join(' ', row.Select(cell => $"{cell.Key}={(cell.Value is byte[] bytes ? Encoding.Latin1.GetString(bytes) : cell.Value)}"))));
            }
        }

        var blobs = new BlobServiceClient(installation.Account);
        await foreach (var container in blobs.GetBlobContainersAsync(cancellationToken: Cancelled))
        {
            var content = blobs.GetBlobContainerClient(container.Name);
            await foreach (var blob in content.GetBlobsAsync(cancellationToken: Cancelled))
            {
                var bytes = await content.GetBlobClient(blob.Name).DownloadContentAsync(Cancelled);
                found.Add(($"blob {container.Name}/{blob.Name}", Encoding.Latin1.GetString(bytes.Value.Content)));
            }
        }

        var queues = new QueueServiceClient(installation.Account);
        await foreach (var queue in queues.GetQueuesAsync(cancellationToken: Cancelled))
        {
            var messages = await queues.GetQueueClient(queue.Name).PeekMessagesAsync(32, Cancelled);
            found.AddRange(messages.Value.Select(message => ($"queue {queue.Name}", message.Body.ToString())));
        }

        return found;
    }

    /// <summary>Pages, documents and exports of a run, from a portal of its own.</summary>
    public static async Task<IReadOnlyList<(string Place, string Text)>> ShownAsync(Installation installation, string runId)
    {
        var web = installation.StartWeb();
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        var portal = await web.ReadyAsync(http, TimeSpan.FromSeconds(60), Cancelled);
        string[] addresses =
        [
            $"runs/{runId}", "workers", "api/v1/workers", "api/v1/targets", $"api/v1/runs/{runId}", $"api/v1/runs/{runId}/points", $"api/v1/runs/{runId}/charts",
            .. Exports.Select(format => $"api/v1/runs/{runId}/export?format={format}"),
        ];
        var found = new List<(string Place, string Text)>();
        foreach (var address in addresses)
        {
            using var answer = await http.GetAsync(new Uri(portal, address), Cancelled);
            Assert.True(answer.IsSuccessStatusCode, $"{address}: {answer.StatusCode}");
            found.Add((address, Encoding.Latin1.GetString(await answer.Content.ReadAsByteArrayAsync(Cancelled))));
        }

        return found;
    }
}
