using Azure;
using AzurePerf.Storage;
using AzurePerf.Testing.Http;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace AzurePerf.StorageTests.Control;

public sealed class ControlRedirectTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task No_signature_of_the_control_account_follows_a_redirect_to_another_host()
    {
        var strangers = 0;
        await using var stranger = await LoopbackService.StartAsync(
            _ =>
            {
                Interlocked.Increment(ref strangers);
                return Task.CompletedTask;
            },
            Cancelled);
        var signed = 0;
        await using var service = await LoopbackService.StartAsync(
            context =>
            {
                signed += context.Request.Headers.Authorization.Count;
                context.Response.StatusCode = StatusCodes.Status307TemporaryRedirect;
                context.Response.Headers.Location = stranger.Endpoint + "account/x";
                return Task.CompletedTask;
            },
            Cancelled);
        var control = ControlPlane.Connect(service.Address, "", new());

        await Assert.ThrowsAsync<RequestFailedException>(() => control.Results.FindAsync("x", Cancelled));
        await Assert.ThrowsAsync<RequestFailedException>(() => control.Rows.FindAsync("runs", "p", "r", Cancelled));
        await Assert.ThrowsAsync<RequestFailedException>(() => control.RunRequests.PutAsync("x", TimeSpan.Zero, Cancelled));

        Assert.Equal((3, 0), (signed, strangers));
    }
}
