using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class KeyChecksTests
{
    [Fact]
    public async Task A_key_that_is_revoked_while_it_is_read_ends_at_once_on_the_host_that_revoked_it()
    {
        var cancelled = TestContext.Current.CancellationToken;
        var time = new FakeTimeProvider();
        var rows = new UnansweringRowStore(new InMemoryRowStore());
        var store = new KeyStore(rows);
        var (_, key, text) = await new KeyCreation(store, new SeededIdSource(1), time).CreateAsync(new("ci", AccessScope.Submit, 1, null, 24), "tester", cancelled);
        using var checks = new KeyChecks(store, time);

        rows.WhileReading = async () =>
        {
            rows.WhileReading = () => Task.CompletedTask;
            await store.RevokeAsync(key!.Id, "tester", time.GetUtcNow(), cancelled);
            checks.Forget(key.Id);
        };
        await checks.OfTextAsync(text, "here", cancelled);

        Assert.Equal(KeyFault.Revoked, (await checks.OfTextAsync(text, "here", cancelled)).Fault);
    }
}
