using AzurePerf.Storage.Requests;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Requests;

public sealed class RequestKindsTests
{
    /// <summary>Every request of the control plane, as the client libraries address it.</summary>
    [Theory]
    [InlineData("table", "POST", "tasks", "insert")]
    [InlineData("table", "PUT", "tasks(PartitionKey='00-run-10',RowKey='00000007')", "replace")]
    [InlineData("table", "PATCH", "tasks(PartitionKey='00-run-10',RowKey='00000007')", "merge")]
    [InlineData("table", "DELETE", "tasks(PartitionKey='00-run-10',RowKey='00000007')", "delete")]
    [InlineData("table", "GET", "tasks(PartitionKey='00-run-10',RowKey='00000007')?$format=application%2Fjson", "get")]
    [InlineData("table", "GET", "tasks()?$filter=PartitionKey%20eq%20'00-run-10'", "query")]
    [InlineData("table", "POST", "$batch", "transaction")]
    [InlineData("queue", "POST", "tasks-bag/messages?messagettl=-1", "put")]
    [InlineData("queue", "GET", "tasks-bag/messages?numofmessages=32&visibilitytimeout=600", "get")]
    [InlineData("queue", "PUT", "tasks-bag/messages/4f2a?popreceipt=x&visibilitytimeout=0", "update")]
    [InlineData("queue", "DELETE", "tasks-bag/messages/4f2a?popreceipt=x", "delete")]
    [InlineData("queue", "GET", "tasks-bag?comp=metadata", "count")]
    [InlineData("blob", "PUT", "results/run/10/00000007/1", "put")]
    [InlineData("blob", "GET", "results/run/10/00000007/1", "get")]
    [InlineData("blob", "HEAD", "results/run/10/00000007/1", "other")]
    public void A_request_is_counted_by_what_it_does_whether_the_account_stands_in_the_host_or_in_the_path(string service, string method, string path, string kind)
    {
        Assert.Equal(kind, RequestKinds.Of(service, method, new($"https://account.{service}.core.windows.net/{path}")));
        Assert.Equal(kind, RequestKinds.Of(service, method, new($"http://127.0.0.1:10002/devstoreaccount1/{path}")));
    }

    [Fact]
    public void Requests_are_counted_by_kind_and_together_from_any_thread()
    {
        var requests = new ControlRequests();

        Parallel.For(0, 1_000, number => requests.Note(number % 4 == 0 ? "queue.get" : "table.merge"));

        Assert.Equal(1_000, requests.Total);
        Assert.Equal([("queue.get", 250), ("table.merge", 750)], requests.ByKind.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => (pair.Key, pair.Value)));
    }
}
