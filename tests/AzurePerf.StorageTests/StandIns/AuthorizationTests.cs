using Azure;
using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class AuthorizationTests(AzuriteFixture azurite)
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_service_refuses_a_signature_made_with_another_key()
    {
        var credential = new TableSharedKeyCredential(AzuriteFixture.AccountName, Convert.ToBase64String(new byte[64]));
        var table = new TableClient(azurite.TableEndpoint, azurite.NewName(), credential);

        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => table.CreateAsync(Cancel));

        Assert.Equal(403, failure.Status);
        Assert.NotNull(failure.ErrorCode); // the service and its emulator differ in the name
    }

    [Fact]
    public async Task Address_and_credential_do_as_well_as_a_connection_string()
    {
        string key = azurite.ConnectionString.Split(';').Single(part => part.StartsWith("AccountKey=", StringComparison.Ordinal))[11..];
        var credential = new TableSharedKeyCredential(AzuriteFixture.AccountName, key);
        var table = new TableClient(azurite.TableEndpoint, azurite.NewName(), credential, new TableClientOptions());

        await table.CreateAsync(Cancel);
        Response added = await table.AddEntityAsync(new TableEntity("p", "r"), Cancel);

        Assert.Equal(204, added.Status);
    }

    [Fact]
    public async Task The_older_protocol_version_is_served_too()
    {
        var options = new TableClientOptions(TableClientOptions.ServiceVersion.V2019_02_02);
        var table = new TableClient(azurite.ConnectionString, azurite.NewName(), options);

        Response created = (await table.CreateAsync(Cancel)).GetRawResponse();

        Assert.Equal(204, created.Status);
    }
}
