using System.Globalization;
using System.Net;
using Azure.Core;
using Azure.Data.Tables;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class AuthorizationTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Every_kind_of_request_is_signed_over_its_date_and_path()
    {
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.OK, """{"value":[]}"""));
        TableClient client = table.Client;

        await client.CreateAsync(Cancel);
        await client.AddEntityAsync(new TableEntity("p", "r"), Cancel);
        await client.DeleteEntityAsync("o'b", new string('ü', 300), cancellationToken: Cancel);
        await foreach (TableEntity _ in client.QueryAsync<TableEntity>("A eq 1", cancellationToken: Cancel))
        {
        }

        Assert.Equal(4, table.Wire.Requests.Count);
        Assert.All(table.Wire.Requests, request => Assert.Equal(Signatures.Expected(request), request.Header("Authorization")));
        Assert.All(table.Wire.Requests, request => Assert.True(
            DateTimeOffset.TryParseExact(request.Header("x-ms-date"), "R", CultureInfo.InvariantCulture, default, out _)));
    }

    [Fact]
    public async Task The_account_stands_twice_in_the_signed_text_of_an_emulator()
    {
        var table = new RecordedTable();
        var service = new TableServiceClient(new Uri("http://127.0.0.1:10002/acct"), RecordedTable.Credential, table.Options);

        await service.CreateTableAsync("planets", Cancel);

        Assert.Equal("/acct/Tables", table.Wire.Single.Uri.AbsolutePath);
        Assert.Equal(Signatures.Expected(table.Wire.Single), table.Wire.Single.Header("Authorization"));
    }

    [Fact]
    public async Task A_token_is_asked_for_the_storage_scope_and_sent_as_bearer()
    {
        var table = new RecordedTable();
        var credential = new FixedTokenCredential();
        var client = new TableClient(new Uri("https://acct.table.core.windows.net"), "planets", credential, table.Options);

        await client.CreateAsync(Cancel);
        await client.DeleteAsync(Cancel);

        Assert.All(table.Wire.Requests, request => Assert.Equal("Bearer token-of-the-tests", request.Header("Authorization")));
        Assert.Equal(["https://storage.azure.com/.default"], credential.Scopes);
        Assert.Equal("acct", client.AccountName);
    }

    [Fact]
    public async Task A_token_is_never_sent_over_plain_http()
    {
        var table = new RecordedTable();
        var service = new TableServiceClient(new Uri("http://127.0.0.1:10002/acct"), new FixedTokenCredential(), table.Options);

        await Assert.ThrowsAsync<InvalidOperationException>(() => service.CreateTableAsync("planets", Cancel));

        Assert.Empty(table.Wire.Requests);
        Assert.Equal("acct", service.AccountName);
    }

    private sealed class FixedTokenCredential : TokenCredential
    {
        public List<string> Scopes { get; } = [];

        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken)
        {
            Scopes.AddRange(requestContext.Scopes);
            return new AccessToken("token-of-the-tests", DateTimeOffset.MaxValue);
        }

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken)
            => ValueTask.FromResult(GetToken(requestContext, cancellationToken));
    }
}
