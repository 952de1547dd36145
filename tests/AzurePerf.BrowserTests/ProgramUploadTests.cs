using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;
using AzurePerf.Core.Programs;
using AzurePerf.Web.Programs;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>Programs are uploaded over a real connection, where the host's limit of bodies is far below a program's size.</summary>
public sealed class ProgramUploadTests : IAsyncDisposable
{
    private readonly PortalInBrowser _portal;
    private readonly PortalServer _server = new(false, ("Programs:Allowed", "true"));

    public ProgramUploadTests(PortalInBrowser portal)
    {
        _portal = portal;
        _server.StartServer();
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task A_browser_without_scripts_uploads_and_revokes_a_program()
    {
        await using var visit = await _portal.OpenAsync(Look.WithoutScripts, _server.Address);
        await visit.GoAsync("/programs");
        await visit.Page.GetByLabel("Zip file").SetInputFilesAsync(new FilePayload { Name = "ndvi.zip", MimeType = "application/zip", Buffer = ZipOf(4 << 20) });
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Upload" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("table")).ToContainTextAsync("ndvi");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Revoke ndvi" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("table")).ToContainTextAsync("by local");

        await visit.Page.GetByLabel("Zip file").SetInputFilesAsync(new FilePayload { Name = "a.zip", MimeType = "application/zip", Buffer = [1, 2, 3] });
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Upload" }).ClickAsync();
        await Assertions.Expect(visit.Page.GetByRole(AriaRole.Alert)).ToContainTextAsync("Nothing was stored. The file is no zip file, or its end is missing.");
    }

    [Fact]
    public async Task The_page_says_in_a_way_that_everybody_can_read_why_nothing_was_stored()
    {
        await using var visit = await _portal.OpenAsync(address: _server.Address);
        await visit.GoAsync("/programs");
        await visit.Page.GetByLabel("Zip file").SetInputFilesAsync(new FilePayload { Name = "a.zip", MimeType = "application/zip", Buffer = [1, 2, 3] });
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Upload" }).ClickAsync();

        await visit.LookAsync("programs-fault");
    }

    [Fact]
    public async Task A_zip_that_is_too_large_is_said_in_the_form_before_it_is_sent_and_without_scripts_on_a_page_of_its_own()
    {
        var path = Path.Combine(Path.GetTempPath(), $"azureperf-{Guid.NewGuid():n}.zip");
        try
        {
            await using (var file = File.Create(path))
            {
                file.SetLength(PackageLimits.ZippedBytes + UploadFormAttribute.OtherBytes + 1);
            }

            await using var visit = await _portal.OpenAsync(address: _server.Address);
            await visit.GoAsync("/programs");
            var field = visit.Page.GetByLabel("Zip file");
            await field.SetInputFilesAsync(path);
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Upload" }).ClickAsync();
            Assert.Equal("This zip is larger than 64 MiB.", await field.EvaluateAsync<string>("field => field.validationMessage"));
            Assert.EndsWith("/programs", visit.Page.Url, StringComparison.Ordinal);
            await field.SetInputFilesAsync(new FilePayload { Name = "a.zip", MimeType = "application/zip", Buffer = [1, 2, 3] });
            Assert.Equal("", await field.EvaluateAsync<string>("field => field.validationMessage"));

            await using var plain = await _portal.OpenAsync(Look.WithoutScripts, _server.Address);
            await plain.GoAsync("/programs");
            await plain.Page.GetByLabel("Zip file").SetInputFilesAsync(path);
            await plain.Page.GetByRole(AriaRole.Button, new() { Name = "Upload" }).ClickAsync();
            await Assertions.Expect(plain.Page.Locator("h1")).ToHaveTextAsync("Too large");
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task The_API_takes_a_program_of_some_megabytes_and_other_addresses_do_not()
    {
        using var client = new HttpClient { BaseAddress = _server.Address };

        Assert.Equal(HttpStatusCode.Created, await PostAsync("/api/v1/programs", "application/zip"));
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, await PostAsync("/api/v1/runs", "application/json"));
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, await PostAsync("/submit", "application/x-www-form-urlencoded"));

        async Task<HttpStatusCode> PostAsync(string address, string type)
        {
            using var content = new ByteArrayContent(ZipOf(4 << 20));
            content.Headers.ContentType = new MediaTypeHeaderValue(type);
            using var response = await client.PostAsync(new Uri(address, UriKind.Relative), content, Cancelled);
            return response.StatusCode;
        }
    }

    private static byte[] ZipOf(int bytes)
    {
        var data = new byte[bytes];
        new Random(1).NextBytes(data);
        "#!/bin/sh\n"u8.CopyTo(data);
        using var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            Write(archive, "reduce.json", """{ "name": "ndvi", "run": "run", "inputs": "flat", "outputs": ["ndvi.csv"] }"""u8);
            Write(archive, "run", data);
        }

        return zip.ToArray();
    }

    private static void Write(ZipArchive archive, string name, ReadOnlySpan<byte> content)
    {
        using var entry = archive.CreateEntry(name, CompressionLevel.NoCompression).Open();
        entry.Write(content);
    }
}
