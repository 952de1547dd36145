using Azure.Core;
using Azure.Data.Tables.Http;

namespace Azure.Data.Tables.Transactions;

/// <summary>Sends writes that happen all or none.</summary>
internal static class EntityGroupTransaction
{
    public static async Task<Response<IReadOnlyList<Response>>> SubmitAsync(
        ServiceConnection connection,
        string tableName,
        IEnumerable<TableTransactionAction> actions,
        CancellationToken cancellationToken)
    {
        TransactionContent content = TransactionContent.Create(connection, tableName, actions);
        HttpMessage message = connection.CreateMessage(RequestMethod.Post, EntityPath.Batch, ServiceConnection.PlainJson);
        message.Request.Headers.Add("Content-Type", content.ContentType);
        message.Request.Content = RequestContent.Create(content.Body);

        Response response = await connection.SendAsync(message, cancellationToken);
        List<Response> answers = PartResponseReader.Read(response);
        foreach (Response answer in answers)
        {
            if (answer.Status >= 400)
            {
                throw Failure(answer);
            }
        }

        return Response.FromValue<IReadOnlyList<Response>>(answers, response);
    }

    private static TableTransactionFailedException Failure(Response answer)
    {
        var failure = new RequestFailedException(answer, null, ODataErrorParser.Instance);
        FailedAction.Mark(failure);
        return new TableTransactionFailedException(failure);
    }
}
