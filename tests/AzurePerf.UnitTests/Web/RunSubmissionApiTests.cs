using System.Net;
using AzurePerf.Core.Ids;
using AzurePerf.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RunSubmissionApiTests : IAsyncDisposable
{
    private const string Quick = """{"experiment": "blob.download", "preset": "quick", "seed": 42}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_valid_request_is_stored_queued_and_answered_with_its_address()
    {
        var response = await _web.PostJsonAsync("/api/v1/runs", Quick);

        var run = await WebUnderTest.JsonOf(response);
        var id = run.GetProperty("id").GetString();
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        Assert.True(IdText.IsValid(id));
        Assert.Equal("/api/v1/runs/" + id, response.Headers.Location!.OriginalString);
        Assert.Equal("accepted", run.GetProperty("status").GetString());
        Assert.Equal("local", run.GetProperty("owner").GetString());
        Assert.Equal("quick", run.GetProperty("spec").GetProperty("scale").GetString());
        Assert.Equal(1, _web.Control.Rows.Count(ControlNames.RunsTable));
        Assert.Contains(id!, Assert.Single(_web.Control.RunRequests.Texts), StringComparison.Ordinal);
    }
}
