using System.Diagnostics;
using System.Text.Json;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Parquet;

/// <summary>A Parquet file as hyparquet reads it, which is JavaScript and shares nothing with the writer. The build installs it.</summary>
/// <param name="Metadata">Of the file, by key.</param>
/// <param name="Groups">Rows of each row group.</param>
/// <param name="Columns">In their order.</param>
/// <param name="Rows">
/// The cells of each row: null, a text, true or false, {"number": "1.5"}, or {"micros": "1"} of an instant, since 1970.
/// </param>
internal sealed record OtherReader(
    Dictionary<string, string> Metadata, int[] Groups, OtherReader.Column[] Columns, JsonElement[][] Rows)
{
    /// <param name="Name">Of the column.</param>
    /// <param name="Type">Physical.</param>
    /// <param name="Logical">Logical; empty where it is the physical one.</param>
    /// <param name="Unit">Of a timestamp.</param>
    /// <param name="Utc">Whether a timestamp is a moment, and not a wall time.</param>
    /// <param name="Metadata">Of the column in each row group.</param>
    internal sealed record Column(string Name, string Type, string Logical, string Unit, bool Utc, Dictionary<string, string>[] Metadata);

    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web);

    public static async Task<OtherReader> ReadAsync(byte[] file)
    {
        var path = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(path, file, TestContext.Current.CancellationToken);
            using var node = Process.Start(new ProcessStartInfo("node")
            {
                ArgumentList = { RepositoryFolder.PathOf("artifacts/npm/parquet/read.mjs"), path },
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            var error = node.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            var output = await node.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
            await node.WaitForExitAsync(TestContext.Current.CancellationToken);
            Assert.True(node.ExitCode == 0, await error);
            return JsonSerializer.Deserialize<OtherReader>(output, Options)!;
        }
        finally
        {
            File.Delete(path);
        }
    }
}
