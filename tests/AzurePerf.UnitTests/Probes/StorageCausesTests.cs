using System.Net.Sockets;
using Azure;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Tasks;
using AzurePerf.Worker.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Probes;

public sealed class StorageCausesTests
{
    [Theory]
    [InlineData(503, "ServerBusy", FailureCause.ServerBusy)]
    [InlineData(500, "OperationTimedOut", FailureCause.OperationTimeout)]
    [InlineData(500, "InternalError", FailureCause.ServerError)]
    [InlineData(403, "AuthorizationFailure", FailureCause.AccessDenied)]
    [InlineData(404, "BlobNotFound", FailureCause.SourceMissing)]
    [InlineData(409, "BlobAlreadyExists", FailureCause.AlreadyExists)]
    [InlineData(409, "TableBeingDeleted", FailureCause.RequestRefused)]
    [InlineData(412, "ConditionNotMet", FailureCause.RequestRefused)]
    [InlineData(400, "InvalidInput", FailureCause.RequestRefused)]
    public void An_answer_of_storage_is_named_by_its_status_and_code(int status, string code, FailureCause cause)
    {
        var answer = new RequestFailedException(status, "no", code, null);

        Assert.Equal(cause, StorageCauses.Of(answer));
        Assert.Equal(cause, StorageCauses.Of(new AggregateException("Retry failed after 2 tries.", new TimeoutException(), answer)));
    }

    [Fact]
    public void A_failure_without_an_answer_is_named_by_where_it_happened()
    {
        Assert.Equal(FailureCause.ConnectionFailure, StorageCauses.Of(new SocketException((int)SocketError.ConnectionRefused)));
        Assert.Equal(FailureCause.ConnectionFailure, StorageCauses.Of(new RequestFailedException("no", new SocketException((int)SocketError.HostNotFound))));
        Assert.Equal(FailureCause.TransportError, StorageCauses.Of(new SocketException((int)SocketError.ConnectionReset)));
        Assert.Equal(FailureCause.OperationTimeout, StorageCauses.Of(new TaskCanceledException()));
        Assert.Equal(FailureCause.StorageClientError, StorageCauses.Of(new RequestFailedException("the client gave up")));
    }

    [Fact]
    public void What_the_machine_lacks_is_told_from_what_the_code_does_wrong()
    {
        Assert.Equal(FailureCause.OutOfDisk, StorageCauses.Of(new IOException("No space left on device", 28)));
        Assert.Equal(FailureCause.OutOfDisk, StorageCauses.Of(new IOException("There is not enough space on the disk.", unchecked((int)0x80070070))));
        Assert.Equal(FailureCause.BadImageFormat, StorageCauses.Of(new BadImageFormatException()));
        Assert.Equal(FailureCause.CorruptRead, StorageCauses.Of(new CorruptDataException("byte 7 differs")));
        Assert.Equal(FailureCause.UserCodeError, StorageCauses.Of(new InvalidOperationException("bug")));
        Assert.Equal(FailureCause.UserCodeError, StorageCauses.Of(new IOException("the file is in use")));
    }
}
